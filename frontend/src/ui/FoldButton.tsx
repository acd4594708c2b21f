import { controlsTexts } from '../texts/controls';
import { foldingTexts } from '../texts/folding';
import { Button } from './Button';

interface FoldButtonProps {
  isFolded: boolean;
  onToggle: () => void;
}

/** Unfolds or folds a long text. */
export const FoldButton = ({ isFolded, onToggle }: FoldButtonProps) => (
  <Button size="sm" variant="ghost" aria-expanded={!isFolded} onClick={onToggle}>
    {isFolded ? controlsTexts.showMore : foldingTexts.showLess}
  </Button>
);
