import type { TaskPriority, TaskStatus } from '../../../contract/enums.js';
import { fold } from '../../../contract/fold.js';

/** The terms of other programs, in their languages. */

/** Lists of terms are single texts, because most have dozens of short words. */
export const splitWords = (words: string): string[] => words.split(', ');

const STATUSES: readonly [TaskStatus, RegExp][] = [
  [
    'DONE',
    /\b(done|complete[d]?|closed|finished|shipped|released|live|resolved|cancell?ed|archived?|won'?t (do|fix)|duplicate|fertig|erledigt|abgeschlossen|geschlossen|termine|fait|fini|hecho|terminado|completado|fatto|completato|klaar|gereed|afgerond|zrobione|gotowe|feito|concluid[oa]|klart?)\b|完了|完成|已完成|완료|готово|сделано|выполнено|تم/u,
  ],
  [
    'IN_REVIEW',
    /\b(review|qa|testing|test|verify|verification|approval|approve|feedback|pruf\w*|abnahme|revision|revue|relecture|revisione|beoordeling|revisao)\b|レビュー|确认中|审核|на проверке/u,
  ],
  [
    'IN_PROGRESS',
    /\b(progress|doing|started|working|wip|active|ongoing|development|in arbeit|lauft|begonnen|en cours|en curso|en progreso|haciendo|in corso|bezig|w toku|em andamento|fazendo|pagaende)\b|進行中|进行中|作業中|в работе|قيد/u,
  ],
];

/** Guesses a status from the name of a list. */
export const guessStatus = (name: string): TaskStatus => {
  const folded = fold(name);
  return STATUSES.find(([, words]) => words.test(folded))?.[0] ?? 'TODO';
};

const PRIORITIES: Readonly<Record<TaskPriority, readonly string[]>> = {
  URGENT: splitWords('urgent, highest, critical, blocker, p0, dringend, urgente, kritisch, critique, 紧急, 緊急'),
  HIGH: splitWords('high, major, important, p1, hoch, haute, elevee, alta, hoog, wysoki, 高'),
  MEDIUM: splitWords('medium, normal, moderate, p2, mittel, moyenne, media, gemiddeld, sredni, 中, none, no priority'),
  LOW: splitWords('low, lowest, minor, trivial, p3, p4, niedrig, basse, faible, baja, bassa, baixa, laag, niski, 低'),
};

/** Returns the priority that a word means; null if it is unknown. */
export function parsePriority(text: string): TaskPriority | null {
  const folded = fold(text.trim());
  if (folded === '') return 'MEDIUM';
  const found = (Object.entries(PRIORITIES) as [TaskPriority, readonly string[]][]).find(([, words]) =>
    words.some((word) => folded === word || folded.endsWith(` ${word}`) || folded.startsWith(`${word} `)),
  );
  return found?.[0] ?? null;
}

const NO = new Set([
  '',
  ...splitWords('no, false, 0, n, nein, non, nee, nie, nao, open, offen, todo, incomplete, none, null, -'),
]);

/** Whether a cell means yes: a word, a tick, or the date on which the task was done. */
export const isYes = (text: string): boolean => !NO.has(fold(text.trim()));
