import { useState, type ReactNode } from 'react';
import { cx } from '../lib/cx';
import { FOLDED, isFoldable } from '../lib/folding';
import { FoldButton } from './FoldButton';

interface FoldedProps {
  /** Decides whether it is folded. */
  text: string;
  children: ReactNode;
}

/** Folds a long text until someone unfolds it, or focuses a link inside. */
export const Folded = ({ text, children }: FoldedProps) => {
  const [isUnfolded, setUnfolded] = useState(false);
  const canFold = isFoldable(text);
  const isFolded = canFold && !isUnfolded;
  return (
    <>
      <div className={cx(isFolded && FOLDED)} onFocus={() => setUnfolded(true)}>
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
