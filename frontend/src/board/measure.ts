import type { TaskStatus } from '@contract/enums';
import type { CardSpan, Placement } from './dropTarget';

/** The space between two cards, as the style sheet has it. */
const GAP = 8;

const listOf = (board: HTMLElement, status: TaskStatus): HTMLElement | null =>
  board.querySelector<HTMLElement>(`[data-column-list="${status}"]`);

const otherCards = (list: HTMLElement, draggedId: string): HTMLElement[] =>
  [...list.querySelectorAll<HTMLElement>('[data-card]')].filter((card) => card.dataset.card !== draggedId);

/** Where the other cards of a column stand on the screen now. */
export const measureCards = (board: HTMLElement, status: TaskStatus, draggedId: string): CardSpan[] => {
  const list = listOf(board, status);
  return list ? otherCards(list, draggedId).map((card) => card.getBoundingClientRect()) : [];
};

/** Scrolls a landing place into view and answers with its corner on the screen. */
export const revealPlace = (
  board: HTMLElement,
  place: Placement,
  draggedId: string,
): { x: number; y: number } | null => {
  const list = listOf(board, place.status);
  if (!list) return null;
  const cards = otherCards(list, draggedId);
  const below = cards[place.index];
  const above = cards[place.index - 1];
  list.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  above?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  below?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  const { left, top } = list.getBoundingClientRect();
  const x = (below ?? above)?.getBoundingClientRect().left ?? left + GAP;
  const y = below?.getBoundingClientRect().top ?? (above ? above.getBoundingClientRect().bottom + GAP : top);
  return { x, y };
};
