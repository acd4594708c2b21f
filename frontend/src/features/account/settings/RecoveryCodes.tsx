import { Copy, Download, Printer } from 'lucide-react';
import { brandName } from '../../../lib/brand';
import { saveFile } from '../../../lib/saveFile';
import { useCurrentUser } from '../session/SessionContext';
import { securityTexts } from '../../../texts/security';
import { Button } from '../../../ui/Button';
import { copyText } from '../../../ui/copyText';
import { SecretDialog, type ShownSecretProps } from '../../../ui/SecretDialog';

const { codes: texts } = securityTexts;

/** Recovery codes, which are shown once. Only the button that confirms that they are saved closes the dialog. */
export const RecoveryCodesDialog = ({ codes, ...dialog }: ShownSecretProps & { codes: readonly string[] }) => {
  const { email } = useCurrentUser();
  const heading = texts.heading(brandName(), email ?? '');
  return (
    <SecretDialog key="codes" title={texts.title} texts={texts} {...dialog}>
      <p>{texts.text}</p>
      <div data-paper className="rounded-md border border-line bg-well p-4">
        {/* The content of the printout and the file. */}
        <p className="mb-3 hidden font-medium print:block">{heading}</p>
        <ul aria-label={texts.list} className="grid grid-cols-2 gap-x-6 gap-y-2 font-mono">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <p className="mt-3 hidden print:block">{texts.once}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button icon={<Copy />} onClick={() => void copyText(codes.join('\n'), texts)}>
          {texts.copy}
        </Button>
        <Button icon={<Printer />} onClick={() => window.print()}>
          {texts.print}
        </Button>
        <Button
          icon={<Download />}
          onClick={() => {
            const lines = [heading, texts.once, '', ...codes, ''];
            saveFile(texts.file, new Blob([lines.join('\n')], { type: 'text/plain' }));
          }}
        >
          {texts.save}
        </Button>
      </div>
    </SecretDialog>
  );
};
