import { Link, useLocation } from 'react-router-dom';
import { cx } from '../lib/cx';
import { appTexts } from '../texts/app';
import { isCurrent, NAV_ITEMS } from './navigation';
import { preloadPage } from './pages';

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

/** The links to the places of the app: in the top bar, on a phone at the bottom. */
export const MainNav = () => {
  const { pathname } = useLocation();
  return (
    <nav aria-label={appTexts.places.label} className={navClass}>
      {NAV_ITEMS.map(({ to, label, icon: Icon }) => {
        const current = isCurrent(to, pathname);
        return (
          <Link
            key={to}
            to={to}
            aria-current={current ? 'page' : undefined}
            className={itemClass}
            onPointerEnter={() => preloadPage(to)}
            onFocus={() => preloadPage(to)}
          >
            <Icon className={cx('size-5 stroke-[1.6] md:hidden', current && 'text-accent-ink')} />
            {label}
          </Link>
        );
      })}
    </nav>
  );
};
