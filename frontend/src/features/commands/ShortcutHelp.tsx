import { useId, useRef } from 'react';
import { Dialog } from '../../ui/Dialog';
import { Switch } from '../../ui/Switch';
import { commandTexts } from '../../texts/command';
import { keyNames, SEQUENCE_KEY } from '../../lib/keyboard/keys';
import { Kbd } from '../../ui/Kbd';
import { useCommandState } from './CommandProvider';
import { commandsOf, COMPONENT_KEYS, type Command, type CommandGroup } from './shortcuts';
import { useSingleKeys } from '../../lib/keyboard/singleKeys';

const { help: texts } = commandTexts;

const GROUPS = ['general', 'goTo', 'tasks'] as const satisfies readonly CommandGroup[];

interface KeyRow {
  words: string;
  keys: string;
}

const rowsOf = (commands: readonly Command[], group: CommandGroup): KeyRow[] =>
  commands.flatMap(({ group: own, words, keys }) => (own === group && keys ? [{ words, keys }] : []));

/** Tells screen readers whether keys are pressed in sequence or together. */
const Sequence = ({ keys }: { keys: string }) => {
  const joint = keys.includes('+')
    ? texts.joint.together
    : keys.startsWith(`${SEQUENCE_KEY} `)
      ? texts.joint.after
      : texts.joint.either;
  return keyNames(keys).map((name, place) => (
    <span key={name} className="contents">
      {place > 0 && <span className="sr-only">{joint}</span>}
      <Kbd>{name}</Kbd>
    </span>
  ));
};

const KeyList = ({ label, rows }: { label: string; rows: readonly KeyRow[] }) => {
  const id = useId();
  return (
    <section aria-labelledby={id} className="break-inside-avoid">
      <h3 id={id} className="pb-1 text-xs text-ink-3">
        {label}
      </h3>
      <dl>
        {rows.map(({ words, keys }) => (
          <div key={words} className="flex min-h-7 items-center gap-3">
            <dt className="min-w-0 flex-1">{words}</dt>
            <dd className="flex flex-none gap-1">
              <Sequence keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
};

/** All keys, and a switch for those that work without Ctrl or ⌘. */
export const ShortcutHelp = ({ onClose }: { onClose: () => void }) => {
  const { places } = useCommandState();
  const commands = commandsOf(places);
  const [singleKeys, setSingleKeys] = useSingleKeys();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} size="xl" title={texts.title} initialFocus={list}>
      {/* The list of keys starts at the top, even if its end is not visible. */}
      <div
        ref={list}
        tabIndex={-1}
        className="columns-1 scroll-mt-4 gap-8 outline-none md:columns-2 lg:columns-3 *:pb-4"
      >
        {GROUPS.map((group) => (
          <KeyList key={group} label={texts.groups[group]} rows={rowsOf(commands, group)} />
        ))}
        <KeyList label={texts.inPlace.title} rows={COMPONENT_KEYS} />
      </div>
      <div className="flex items-center gap-3 border-t border-line pt-4">
        <label htmlFor={id} className="min-w-0 flex-1">
          <span className="font-medium">{texts.singleKeys}</span>
          <span id={`${id}-help`} className="block text-ink-3">
            {texts.singleKeysText(keyNames('$mod').join(''))}
          </span>
        </label>
        <Switch id={id} aria-describedby={`${id}-help`} checked={singleKeys} onCheckedChange={setSingleKeys} />
      </div>
    </Dialog>
  );
};
