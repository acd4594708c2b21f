import { apiTokensTexts } from '../../../texts/apiTokens';
import { CopyableText } from './CopyableText';
import { GuideLink } from './GuideLink';
import { SecretDialog, type ShownSecretProps } from '../../../ui/SecretDialog';

const { made: texts } = apiTokensTexts;

/** Returns a command for a first API call that works unchanged in the shells of all systems. */
export const curlCommand = (token: string, origin = window.location.origin): string => {
  const header = ['Authorization', `Bearer ${token}`].join(': ');
  return `curl -H "${header}" "${origin}/api/tasks?limit=5"`;
};

/** A new token, which is shown once. Only the button that confirms that it is saved closes the dialog. */
export const ApiTokenCreated = ({ token, ...dialog }: ShownSecretProps & { token: string }) => (
  <SecretDialog key="made" title={texts.title} texts={texts} {...dialog}>
    <p>{texts.text}</p>
    <CopyableText
      label={texts.token}
      text={token}
      copyLabel={texts.copyToken}
      messages={{ copied: texts.tokenCopied, copyFailed: texts.copyFailed }}
    />
    <p>{texts.try}</p>
    <CopyableText
      label={texts.command}
      text={curlCommand(token)}
      copyLabel={texts.copyCommand}
      messages={{ copied: texts.commandCopied, copyFailed: texts.copyFailed }}
    />
    <p>{texts.more(<GuideLink />)}</p>
  </SecretDialog>
);
