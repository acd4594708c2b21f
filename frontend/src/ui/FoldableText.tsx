import { useState, type ReactNode } from 'react';
import { cx } from '../lib/cx';
import { FOLDED_CLASS, isFoldable } from '../lib/folding';
import { FoldButton } from './FoldButton';

interface FoldableTextProps {
  /** Decides whether it is folded. */
  text: string;
  children: ReactNode;
}

/** Folds a long text until someone unfolds it, or focuses a link inside. */
export const FoldableText = ({ text, children }: FoldableTextProps) => {
  const [isUnfolded, setUnfolded] = useState(false);
  const canFold = isFoldable(text);
  const isFolded = canFold && !isUnfolded;
  return (
    <>
      <div className={cx(isFolded && FOLDED_CLASS)} onFocus={() => setUnfolded(true)}>
        {children}
      </div>
      {canFold && (
        <div className="-mx-2 print:hidden">
          <FoldButton isFolded={isFolded} onToggle={() => setUnfolded(isFolded)} />
        </div>
      )}
    </>
  );
};
