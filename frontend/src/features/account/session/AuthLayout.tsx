import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { cx } from '../../../lib/cx';
import { BrandMark } from '../../../ui/BrandMark';
import { Contours } from '../../../ui/Contours';
import { Link } from '../../../ui/Link';
import { linkClass } from '../../../ui/linkClass';
import { LanguageSwitch } from './LanguageSwitch';
import type { LoginState } from './returnTo';

interface AuthLayoutProps {
  title: string;
  /** A line below the title, with a link to the other page (sign-in or registration). */
  text: ReactNode;
  /** For a long form, which begins higher up. */
  tall?: boolean;
  children: ReactNode;
}

/**
 * The frame of the pages before sign-in: a form at the left, a map at the right if there is room. The form is aligned
 * at its top, so that it does not move when a message appears below a field.
 */
export const AuthLayout = ({ title, text, tall, children }: AuthLayoutProps) => (
  <div className="grid min-h-dvh bg-sheet md:grid-cols-[minmax(400px,1fr)_1fr] lg:grid-cols-[minmax(440px,5fr)_7fr]">
    <main className={cx('px-6 pb-10 md:px-8', tall ? 'pt-[8vh]' : 'pt-[22vh]')}>
      <div className="mx-auto max-w-84">
        <BrandMark className="size-10" />
        <h1 className="mt-5 mb-1 text-xl tracking-tight wrap-anywhere">{title}</h1>
        <p className="text-ink-3">{text}</p>
        {children}
        <LanguageSwitch />
      </div>
    </main>
    <div className="relative my-2 me-2 overflow-hidden rounded-lg border border-line bg-frame max-md:hidden">
      <Contours />
    </div>
  </div>
);

/** A link between sign-in pages; it passes on the page to open after sign-in. */
export const AuthLink = ({
  to,
  from,
  children,
}: {
  to: string;
  from?: LoginState | undefined;
  children?: ReactNode;
}) => {
  const { state } = useLocation();
  return (
    <Link to={to} state={from ?? state} className={linkClass}>
      {children}
    </Link>
  );
};
