import { Copy } from 'lucide-react';
import { Button } from '../../../ui/Button';
import { copyText } from '../../../ui/copyText';

interface CopyableTextProps {
  label: string;
  text: string;
  copyLabel: string;
  /** The messages after a copy. */
  messages: { copied: string; copyFailed: string };
}

/** A read-only text with a copy button. */
export const CopyableText = ({ label, text, copyLabel, messages }: CopyableTextProps) => (
  <div className="grid justify-items-start gap-2">
    <code
      aria-label={label}
      className="w-full rounded-md border border-line bg-well p-3 font-mono text-xs wrap-anywhere select-all"
    >
      {text}
    </code>
    <Button size="md" icon={<Copy />} onClick={() => void copyText(text, messages)}>
      {copyLabel}
    </Button>
  </div>
);
