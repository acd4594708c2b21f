import { PROJECT_ROLES, type ChangeEntity } from '@contract/enums';
import { commentsTexts, type Sentence } from '../texts/comments';
import { historySentences, strong, whoOf, type HistoryLine } from './historyText';

/** A line of a project's history, as far as its words need it. */
export interface ActivityLine extends HistoryLine {
  entity: ChangeEntity;
  entityId: string;
  /** The present name of what it is about. */
  subject: string | null;
}

const { ofMember, ofProject, ofComment } = commentsTexts;

const changeOf = (fields: HistoryLine['fields'], name: string): readonly [string, string] | null => {
  const change = fields[name];
  return Array.isArray(change) ? [String(change[0] ?? ''), String(change[1] ?? '')] : null;
};

const memberSentence = (line: ActivityLine): Sentence => {
  const { action, fields, subject, entityId, actor } = line;
  const isOwn = actor?.id === entityId;
  const who = whoOf(line);
  const whom = strong(subject ?? commentsTexts.toSomebody);
  if (action === 'CREATED' || action === 'RESTORED') return isOwn ? ofMember.joined(who) : ofMember.added(who, whom);
  if (action === 'DELETED') return isOwn ? ofMember.left(who) : ofMember.removed(who, whom);
  const [, next] = changeOf(fields, 'role') ?? [];
  const role = PROJECT_ROLES.find((known) => known === next);
  return role ? ofMember.made[role](who, whom) : ofMember.role(who, whom);
};

const projectSentences = (line: ActivityLine): readonly Sentence[] => {
  const { action, fields } = line;
  const who = whoOf(line);
  if (action !== 'UPDATED') return [ofProject[action](who)];
  const name = changeOf(fields, 'name');
  const sentences = [
    ...(name ? [ofProject.renamed(who, strong(name[0]), strong(name[1]))] : []),
    ...(fields.description ? [ofProject.description(who)] : []),
    ...(fields.color ? [ofProject.color(who)] : []),
  ];
  return sentences.length > 0 ? sentences : [ofProject.changed(who)];
};

/** What somebody did in a project. Of a task it says 'it': its title stands beside the words. */
export const activitySentences = (line: ActivityLine, nameOf: (userId: string) => string): readonly Sentence[] => {
  switch (line.entity) {
    case 'TASK':
      return historySentences(line, nameOf);
    case 'COMMENT':
      return [ofComment[line.action](whoOf(line))];
    case 'MEMBER':
      return [memberSentence(line)];
    case 'PROJECT':
      return projectSentences(line);
  }
};
