import { Copy } from 'lucide-react';
import { apiTokensTexts } from '../../../texts/apiTokens';
import { Button } from '../../../ui/Button';
import { copyText } from '../../../ui/copyText';
import { GuideLink } from './GuideLink';
import { ToldOnceDialog } from './ToldOnceDialog';

const { made: texts } = apiTokensTexts;

/** A first call of the API that works as it is, in the shells of every system. */
export const commandOf = (token: string, origin = window.location.origin): string => {
  const header = ['Authorization', `Bearer ${token}`].join(': ');
  return `curl -H "${header}" "${origin}/api/tasks?limit=5"`;
};

interface CopiedTextProps {
  label: string;
  text: string;
  copyLabel: string;
  copied: string;
}

/** A read-only text with a copy button. */
const CopiedText = ({ label, text, copyLabel, copied }: CopiedTextProps) => (
  <div className="grid justify-items-start gap-2">
    <code
      aria-label={label}
      className="w-full rounded-md border border-line bg-well p-3 font-mono text-xs wrap-anywhere select-all"
    >
      {text}
    </code>
    <Button size="md" icon={<Copy />} onClick={() => void copyText(text, { copied, copyFailed: texts.copyFailed })}>
      {copyLabel}
    </Button>
  </div>
);

interface ApiTokenMadeProps {
  open: boolean;
  token: string;
  onClose: () => void;
}

/** A new token, which is shown once. Only the button that confirms that it is saved closes the dialog. */
export const ApiTokenMade = ({ open, token, onClose }: ApiTokenMadeProps) => (
  <ToldOnceDialog key="made" open={open} title={texts.title} texts={texts} onClose={onClose}>
    <p>{texts.text}</p>
    <CopiedText label={texts.token} text={token} copyLabel={texts.copyToken} copied={texts.tokenCopied} />
    <p>{texts.try}</p>
    <CopiedText
      label={texts.command}
      text={commandOf(token)}
      copyLabel={texts.copyCommand}
      copied={texts.commandCopied}
    />
    <p>{texts.more(<GuideLink />)}</p>
  </ToldOnceDialog>
);
