import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { succeeds } from '../../../sync/client/errors';
import { oidcTexts } from '../../../texts/oidc';
import { providerName } from '../../../lib/signInWays';
import { Button } from '../../../ui/Button';
import { AuthLink } from './AuthLayout';
import { beginSignIn } from './oidc';

export interface ProviderButtonProps {
  /** True if passwords are off, so that this is the only way to sign in on the page. */
  isAlone: boolean;
  /** The token of the invitation that the page shows. */
  invitation?: string | undefined;
}

/** Signs in or up with the provider. */
export const ProviderButton = ({ isAlone, invitation }: ProviderButtonProps) => {
  const { state, pathname } = useLocation() as { state: unknown; pathname: string };
  const [isPending, setPending] = useState(false);
  const name = providerName();
  const go = async (): Promise<void> => {
    setPending(true);
    // Otherwise it stays pending, because the browser leaves the page.
    if (!(await succeeds(beginSignIn(state, invitation), oidcTexts.failed(name)))) setPending(false);
  };
  return (
    <div className={`grid gap-4 ${isAlone ? 'mt-7' : 'mt-4'}`}>
      {!isAlone && (
        <div className="flex items-center gap-3 text-xs text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          {oidcTexts.or}
        </div>
      )}
      <Button
        variant={isAlone ? 'primary' : 'secondary'}
        size="xl"
        pending={isPending}
        className="min-w-0"
        onClick={() => void go()}
      >
        <span className="truncate">{oidcTexts.continueWith(name)}</span>
      </Button>
      {/* someone who creates an account has no password yet */}
      {isAlone && pathname !== '/register' && (
        <p className="text-ink-3">{oidcTexts.passwords(<AuthLink to="/login?password" />)}</p>
      )}
    </div>
  );
};
