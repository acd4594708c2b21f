import { t } from '@lingui/core/macro';

/** Texts of linked accounts in /settings, and of confirmation through the provider. */
export const identitiesTexts = {
  confirm: {
    label: t`Confirm it’s you`,
    with: (provider: string) => t`Confirm with ${provider}`,
    instead: (provider: string) => t`Confirm with ${provider} instead`,
    missing: (provider: string) => t`Confirm with ${provider} first.`,
    done: (provider: string) => t`Confirmed with ${provider}`,
    blocked: t`Allow pop-ups for this site, then try again.`,
    denied: (provider: string) => t`You canceled the sign-in at ${provider}, or it refused you.`,
    failed: t`Couldn’t confirm that it’s you`,
  },
  identities: {
    title: t`Linked accounts`,
    text: (provider: string) => t`Sign in with ${provider}.`,
    none: t({ message: 'None', context: 'no linked account' }),
    link: t({ message: 'Link', context: 'verb' }),
    linkNamed: (provider: string) => t`Link ${provider}`,
    linkTitle: (provider: string) => t`Link ${provider}`,
    linkText: (provider: string) =>
      t`You’ll be able to sign in with your account at ${provider}. If it has verified your email address, this ends your other sessions and revokes existing API tokens.`,
    linkSubmit: t`Continue`,
    linkFailed: (provider: string) => t`Couldn’t link ${provider}`,
    linked: (provider: string) => t`${provider} is linked`,
    unlink: t`Unlink`,
    unlinkNamed: (name: string) => t`Unlink ${name}`,
    unlinkTitle: (name: string) => t`Unlink ${name}?`,
    unlinkText: (name: string) => t`You won’t be able to sign in with ${name} until you link it again.`,
    unlinked: (name: string) => t`${name} is unlinked`,
    unlinkFailed: t`Couldn’t unlink the account`,
    failedToFetch: t`Failed to fetch your linked accounts`,
    lastUsed: (moment: string) => t`Last used: ${moment}`,
  },
};
