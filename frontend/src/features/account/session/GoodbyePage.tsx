import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { formatLongDate } from '../../../lib/dates/format';
import { usePageTitle } from '../../../lib/usePageTitle';
import { leaveTexts } from '../../../texts/leave';
import { AuthLayout, AuthLink } from './AuthLayout';
import { clearSessionEnded, isGoodbyeState } from './goodbye';

const { farewell: texts } = leaveTexts;

/** /goodbye: shown after an account was deleted. */
export const GoodbyePage = () => {
  usePageTitle(texts.pageTitle);
  const { state } = useLocation();
  useEffect(clearSessionEnded, []);
  if (!isGoodbyeState(state)) return <Navigate to="/login" replace />;
  return (
    <AuthLayout title={texts.title} text={texts.text}>
      <div className="mt-7 grid gap-4 text-base">
        {/* The page that had the focus is no longer mounted. */}
        <p ref={(text) => text?.focus()} role="status" tabIndex={-1} className="rounded-xs outline-none">
          {texts.until(formatLongDate(state.until))}
        </p>
        <p className="text-ink-3">{texts.mail}</p>
        <p>
          <AuthLink to="/login">{texts.signIn}</AuthLink>
        </p>
      </div>
    </AuthLayout>
  );
};
