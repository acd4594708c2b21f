import { X } from 'lucide-react';
import { newTaskTexts } from '../../../texts/newTask';
import type { Token } from './quickAdd';
import { useDescribeToken } from './TokenLabel';

interface TokensProps {
  tokens: readonly Token[];
  onTakeBack: (token: Token) => void;
  /** A field next to the chips shows the full date, so the chip shows the typed text. */
  hasDateField?: boolean;
}

/** The values of a line, as chips; a press turns one back into text. */
export const Tokens = ({ tokens, onTakeBack, hasDateField = false }: TokensProps) => {
  const describeToken = useDescribeToken();
  return (
    <span className="flex min-w-0 flex-wrap gap-1 pointer-coarse:gap-2" aria-live="polite">
      {tokens.map((token) => {
        const { label: written, icon } = describeToken(token, token.raw);
        const label = hasDateField && token.kind === 'due' ? token.raw.slice(1) : written;
        return (
          <button
            key={`${token.kind}:${token.value}`}
            type="button"
            title={newTaskTexts.takeBack}
            aria-label={newTaskTexts.token(token.kind, label)}
            className="tag relative h-5 bg-raised hover:bg-fill hover:text-ink pointer-coarse:h-9 pointer-coarse:before:absolute pointer-coarse:before:-inset-y-1.5 pointer-coarse:before:inset-x-0 [&>.lucide]:size-3"
            // The line keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onTakeBack(token)}
          >
            {icon}
            <span dir="auto" className="truncate">
              {label}
            </span>
            <X className="text-ink-3" />
          </button>
        );
      })}
    </span>
  );
};

/** The values of a line, read-only. */
export const TokenFacts = ({ tokens }: { tokens: readonly Token[] }) => {
  const describeToken = useDescribeToken();
  return (
    <span className="flex flex-none items-center gap-2 text-xs text-ink-3 [&_.lucide]:size-3">
      {tokens.map((token) => {
        const { label, icon } = describeToken(token, token.raw);
        return (
          <span key={`${token.kind}:${token.value}`} className="flex items-center gap-1" title={label}>
            {icon}
            <span dir="auto" className="max-w-40 truncate max-md:sr-only">
              {label}
            </span>
          </span>
        );
      })}
    </span>
  );
};
