import type { TaskPriority, TaskStatus } from '../../../contract/enums.js';
import { fold } from '../../../contract/fold.js';

/** The terms of other programs, in their languages. */

/** Lists of terms are single texts, because most have dozens of short words. */
export const splitWords = (words: string): string[] => words.split(', ');

const STATUSES: readonly [TaskStatus, RegExp][] = [
  [
    'DONE',
    /\b(done|complete[d]?|closed|finished|shipped|released|live|resolved|cancell?ed|archived?|won'?t (do|fix)|duplicate|fertige?|erledigt\w*|abgeschlossen\w*|geschlossen\w*|terminee?s?|faite?s?|finie?s?|hech[oa]s?|listo|terminad[oa]s?|completad[oa]s?|finalizad[oa]s?|fatt[oaie]|completat[oaie]|klaar|gereed|afgerond|voltooid|zrobion[eya]|gotow[eya]|zakonczon[eya]|ukonczon[eya]|feit[oa]s?|concluid[oa]s?|klart?)\b|完了|完成|処理済|対応済|已解决|已关闭|완료|готово|сделано|выполнено|تم/u,
  ],
  [
    'IN_REVIEW',
    /\b(review|qa|testing|test|verify|verification|approval|approve|feedback|pruf\w*|abnahme|revision|revue|relecture|revisione|beoordeling|revisao)\b|レビュー|确认中|审核|на проверке/u,
  ],
  [
    'IN_PROGRESS',
    /\b(progress|doing|started|working|wip|active|ongoing|development|in arbeit|in bearbeitung|lauft|begonnen|en cours|en curso|en progreso|en proceso|haciendo|in corso|bezig|w toku|w trakcie|w realizacji|em andamento|em progresso|fazendo|pagaende)\b|進行中|作業中|対応中|処理中|进行中|正在进行|处理中|в работе|قيد/u,
  ],
];

/** Names such as “To be done” and “Selected for development”, which contain a word of another status. */
const AHEAD =
  /\bto (be (done|completed|closed|finished|resolved)|complete|close|finish|resolve)\b|\b(ready|selected) for dev(elopment)?\b/u;

/** Names such as “Not yet started”, which contain a word of another status. */
const NEGATED =
  /\b(not|never|nicht|non|pas|no|nie|niet|nao|sin)\s+(\S+\s+)?(done|complete[d]?|closed|finished|shipped|released|live|resolved|progress|doing|started|begun|active|arbeit|begonnen|gestartet|angefangen|fertig|erledigt|abgeschlossen|geschlossen|commencee?s?|demarree?s?|terminee?s?|faite?s?|finie?s?|hech[oa]s?|terminad[oa]s?|completad[oa]s?|finalizad[oa]s?|iniciad[oa]s?|empezad[oa]s?|comenzad[oa]s?|empezar|comenzar|iniciar|fatt[oaie]|completat[oaie]|iniziat[oaie]|gestart|klaar|gereed|afgerond|voltooid|rozpoczet[eya]|zrobion[eya]|gotow[eya]|zakonczon[eya]|ukonczon[eya]|feit[oa]s?|concluid[oa]s?|comecad[oa]s?)\b|未完了|未完成|미완료|не (готово|сделано|начато|выполнено)/u;

export const guessStatus = (name: string): TaskStatus => {
  // Programs also write names as IN_PROGRESS and InProgress.
  const folded = fold(name.replaceAll(/_|(?<=\p{Ll})(?=\p{Lu})/gu, ' '));
  if (AHEAD.test(folded) || NEGATED.test(folded)) return 'TODO';
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

const YES = new Set(
  splitWords(
    'yes, y, true, 1, x, on, checked, done, complete, completed, closed, finished, resolved, canceled, cancelled, ' +
      "won't do, archive, archived, ja, j, wahr, erledigt, fertig, abgeschlossen, archiviert, oui, vrai, fait, fini, " +
      'termine, si, s, verdadero, hecho, terminado, completado, archivado, vero, fatto, completato, archiviato, ' +
      'waar, klaar, gereed, voltooid, gearchiveerd, tak, t, prawda, zrobione, gotowe, ukonczone, sim, verdadeiro, feito, ' +
      'concluido, arquivado, はい, 完了, 済, 是, 真, 完成, 已完成, 완료, да, готово, ✓, ✔, ☑, ✅, 🗹, [x], 100%',
  ),
);

const NO = new Set([
  '',
  ...splitWords(
    'no, false, 0, n, off, unchecked, open, todo, to do, incomplete, not done, not started, pending, in progress, none, ' +
      'null, nein, falsch, offen, nicht erledigt, non, faux, falso, nee, onwaar, nie, falsz, nao, いいえ, 未完了, 否, 假, ' +
      '未完成, нет, -, ☐, ✗, ✘, ❌, [ ], [], 0%',
  ),
]);

/** Whether a cell means yes: a word or a tick. Null if it is neither yes nor no. */
export function parseYes(text: string): boolean | null {
  const word = fold(text.trim()).replace(/\s+%$/, '%');
  if (YES.has(word)) return true;
  return NO.has(word) ? false : null;
}
