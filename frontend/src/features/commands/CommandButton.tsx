import { Search } from 'lucide-react';
import { ariaKeys, KEYS } from '../../lib/keyboard/keys';
import { appTexts } from '../../texts/app';
import { IconButton } from '../../ui/IconButton';
import { useCommandState } from './CommandProvider';
import { Keys } from './Keys';
import { findTarget } from './taskTarget';

/** Opens the command menu. Looks like a field if there is space, otherwise like an icon. */
export const CommandButton = () => {
  const { show } = useCommandState();
  const open = (): void => show({ what: 'menu', target: findTarget() });
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts={ariaKeys(KEYS.menu)}
        className="flex h-(--control) w-62 items-center gap-2 rounded-sm border border-line-2 pe-1 ps-2 text-ink-3 transition-colors hover:bg-fill max-lg:hidden pointer-coarse:h-11"
        onClick={open}
      >
        <Search className="size-3.5 stroke-2" />
        <span className="min-w-0 flex-1 truncate text-start">{appTexts.search}</span>
        <Keys keys={KEYS.menu} />
      </button>
      <IconButton
        label={appTexts.search}
        aria-haspopup="dialog"
        aria-keyshortcuts={ariaKeys(KEYS.menu)}
        className="lg:hidden"
        onClick={open}
      >
        <Search />
      </IconButton>
    </>
  );
};
