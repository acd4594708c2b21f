import { Ellipsis } from 'lucide-react';
import { Link, useLocation } from 'react-router-dom';
import { cx } from '../lib/cx';
import { appTexts } from '../texts/app';
import { lazyComponent, RenderNothing, useLazyLoad } from '../ui/lazyComponent';
import { isCurrent, NARROW, NAV_ITEMS, type NavItem } from './navigation';
import { preloadPage } from './pages';

const MoreMenu = lazyComponent(() => import('./MoreMenu'), 'MoreMenu', { Failed: RenderNothing, preload: true });

const itemClass = cx(
  'relative flex items-center justify-center font-medium text-ink-3 transition-colors hover:text-ink aria-[current]:text-ink',
  'max-md:flex-1 max-md:flex-col max-md:gap-[3px] max-md:text-2xs max-md:-outline-offset-4',
  'md:rounded-xl md:px-3 md:-outline-offset-8',
  // Where you are: a pebble that rests on the edge of the sheet, or hangs from the edge of the bottom bar.
  "aria-[current]:after:absolute aria-[current]:after:h-[3px] aria-[current]:after:bg-accent aria-[current]:after:content-['']",
  'max-md:after:top-0 max-md:after:inset-x-[calc(50%-14px)] max-md:after:rounded-t-[1px] max-md:after:rounded-b-[3px]',
  'md:after:inset-x-3 md:after:bottom-0 md:after:rounded-t-[3px] md:after:rounded-b-[1px]',
);

const navClass = cx(
  'flex md:ml-6 md:self-stretch',
  'max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-20 max-md:border-t max-md:border-line max-md:bg-frame',
  'max-md:h-[calc(52px+env(safe-area-inset-bottom))] max-md:pb-[env(safe-area-inset-bottom)]',
);

const Face = ({ icon: Icon, label, current }: Pick<NavItem, 'icon' | 'label'> & { current: boolean }) => (
  <>
    {Icon && <Icon className={cx('size-5 stroke-[1.6] md:hidden', current && 'text-accent-ink')} />}
    {label}
  </>
);

/** The button to the places that a narrow bar has no room for. */
const More = ({ current }: { current: boolean }) => {
  const [wanted, want] = useLazyLoad(MoreMenu);
  const prepare = (): void => void MoreMenu.load();
  const button = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-current={current || undefined}
      className={cx(itemClass, 'lg:hidden')}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the button that was pressed, and its focus
      autoFocus={wanted}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => void want()}
    >
      <Face icon={Ellipsis} label={appTexts.places.more} current={current} />
    </button>
  );
  return wanted ? <MoreMenu trigger={button} /> : button;
};

/** The links to the places of the app: in the top bar, on a phone at the bottom. */
export const MainNav = () => {
  const { pathname } = useLocation();
  return (
    <nav aria-label={appTexts.places.label} className={navClass}>
      {NAV_ITEMS.map(({ to, label, icon }, index) => {
        const current = isCurrent(to, pathname);
        return (
          <Link
            key={to}
            to={to}
            aria-current={current ? 'page' : undefined}
            className={cx(itemClass, index >= NARROW && 'max-lg:hidden')}
            onPointerEnter={() => preloadPage(to)}
            onFocus={() => preloadPage(to)}
          >
            <Face icon={icon} label={label} current={current} />
          </Link>
        );
      })}
      <More current={NAV_ITEMS.slice(NARROW).some(({ to }) => isCurrent(to, pathname))} />
    </nav>
  );
};
