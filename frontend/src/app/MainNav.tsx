import { Ellipsis } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { cx } from '../lib/cx';
import { appTexts } from '../texts/app';
import { Link } from '../ui/Link';
import { lazyComponent, RenderNothing, useLazyOpener } from '../ui/lazyComponent';
import { linksIn, preloadPage, type PlaceEntry } from './places';

const MoreMenu = lazyComponent(() => import('./menus'), 'MoreMenu', { Failed: RenderNothing, preload: true });

const itemClass = cx(
  'relative flex min-w-0 items-center justify-center font-medium text-ink-3 transition-colors hover:text-ink aria-[current]:text-ink',
  'max-md:flex-1 max-md:flex-col max-md:gap-[3px] max-md:text-2xs max-md:-outline-offset-4',
  'md:rounded-xl md:px-3 md:-outline-offset-8',
  // Marks the current page with a dot on the edge of the page, or below the edge of the bottom bar.
  "aria-[current]:after:absolute aria-[current]:after:h-[3px] aria-[current]:after:bg-accent aria-[current]:after:content-['']",
  'max-md:after:top-0 max-md:after:inset-x-[calc(50%-14px)] max-md:after:rounded-t-[1px] max-md:after:rounded-b-[3px]',
  'md:after:inset-x-3 md:after:bottom-0 md:after:rounded-t-[3px] md:after:rounded-b-[1px]',
);

const navClass = cx(
  'flex md:ms-6 md:self-stretch',
  'max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-20 max-md:border-t max-md:border-line max-md:bg-frame',
  'max-md:h-[calc(3.25rem+env(safe-area-inset-bottom))] max-md:pb-[env(safe-area-inset-bottom)]',
);

/** A link is current on its own path and on all paths below it. */
const isCurrent = (path: string, pathname: string): boolean => pathname === path || pathname.startsWith(`${path}/`);

const IN_BAR = linksIn('bar', 'more');
const IN_MENU = linksIn('more');

const Face = ({ icon: Icon, label, current }: Pick<PlaceEntry, 'icon' | 'label'> & { current: boolean }) => (
  <>
    <Icon className={cx('size-5 stroke-[1.6] md:hidden', current && 'text-accent-ink')} />
    <span className="max-w-full truncate">{label}</span>
  </>
);

/** The button that opens the links for which a narrow bar has no space. */
const More = ({ current }: { current: boolean }) => {
  const [wanted, opener] = useLazyOpener(MoreMenu);
  const button = (
    <button
      {...opener}
      type="button"
      aria-haspopup="menu"
      aria-current={current || undefined}
      className={cx(itemClass, 'lg:hidden')}
    >
      <Face icon={Ellipsis} label={appTexts.nav.more} current={current} />
    </button>
  );
  return wanted ? <MoreMenu trigger={button} places={IN_MENU} /> : button;
};

/** The links to the pages of the app: in the top bar, and on a phone at the bottom. */
export const MainNav = () => {
  const { pathname } = useLocation();
  return (
    <nav aria-label={appTexts.nav.label} className={navClass}>
      {IN_BAR.map(({ path, label, icon, shownIn }) => {
        const current = isCurrent(path, pathname);
        return (
          <Link
            key={path}
            to={path}
            aria-current={current ? 'page' : undefined}
            className={cx(itemClass, shownIn === 'more' && 'max-lg:hidden')}
            onPointerEnter={() => preloadPage(path)}
            onFocus={() => preloadPage(path)}
          >
            <Face icon={icon} label={label} current={current} />
          </Link>
        );
      })}
      <More current={IN_MENU.some(({ path }) => isCurrent(path, pathname))} />
    </nav>
  );
};
