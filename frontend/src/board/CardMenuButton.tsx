import { Ellipsis } from 'lucide-react';
import { boardTexts } from '../texts/board';
import { IconButton } from '../ui/IconButton';
import { later, Silently, useWanted } from '../ui/later';
import type { CardMoves } from './CardMenu';

const CardMenu = later(() => import('./CardMenu'), 'CardMenu', { Failed: Silently, isSoon: true });

const buttonClass =
  'absolute! top-1.5 right-1.5 opacity-0 focus-visible:opacity-100 aria-expanded:opacity-100 in-[li:hover]:opacity-100 in-[li:focus-within]:opacity-100 max-md:opacity-100 pointer-coarse:opacity-100';

/** The button of a card's menu; the menu itself is loaded when it is first wanted. */
export const CardMenuButton = ({ title, moves }: { title: string; moves: CardMoves }) => {
  const [wanted, want] = useWanted(CardMenu);
  return wanted ? (
    <CardMenu
      moves={moves}
      trigger={
        <IconButton label={boardTexts.card.move(title)} size="sm" className={buttonClass}>
          <Ellipsis />
        </IconButton>
      }
    />
  ) : (
    <IconButton label={boardTexts.card.move(title)} size="sm" className={buttonClass} onClick={() => void want()}>
      <Ellipsis />
    </IconButton>
  );
};
