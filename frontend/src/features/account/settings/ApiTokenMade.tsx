import type { RefObject } from 'react';
import { apiTokensTexts } from '../../../texts/apiTokens';
import { CopiedText } from './CopiedText';
import { GuideLink } from './GuideLink';
import { ToldOnceDialog } from '../../../ui/ToldOnceDialog';

const { made: texts } = apiTokensTexts;

/** Returns a command for a first API call that works unchanged in the shells of all systems. */
export const commandOf = (token: string, origin = window.location.origin): string => {
  const header = ['Authorization', `Bearer ${token}`].join(': ');
  return `curl -H "${header}" "${origin}/api/tasks?limit=5"`;
};

interface ApiTokenMadeProps {
  open: boolean;
  token: string;
  onClose: () => void;
  finalFocus: RefObject<HTMLElement | null>;
}

/** A new token, which is shown once. Only the button that confirms that it is saved closes the dialog. */
export const ApiTokenMade = ({ open, token, onClose, finalFocus }: ApiTokenMadeProps) => (
  <ToldOnceDialog key="made" open={open} title={texts.title} texts={texts} onClose={onClose} finalFocus={finalFocus}>
    <p>{texts.text}</p>
    <CopiedText
      label={texts.token}
      text={token}
      copyLabel={texts.copyToken}
      said={{ copied: texts.tokenCopied, copyFailed: texts.copyFailed }}
    />
    <p>{texts.try}</p>
    <CopiedText
      label={texts.command}
      text={commandOf(token)}
      copyLabel={texts.copyCommand}
      said={{ copied: texts.commandCopied, copyFailed: texts.copyFailed }}
    />
    <p>{texts.more(<GuideLink />)}</p>
  </ToldOnceDialog>
);
