import { PROJECT_ROLES, type ChangeAction, type ChangeEntity } from '@contract/enums';
import { phrasesOf, type HistoryLine, type Phrase } from './historyText';

/** A line of a project's history, as far as its words need it. */
export interface ActivityLine extends HistoryLine {
  entity: ChangeEntity;
  entityId: string;
  /** The present name of what it is about. */
  subject: string | null;
  actor: { id: string } | null;
}

const ROLE_WORDS: Readonly<Record<string, string>> = { OWNER: 'an owner', MEMBER: 'a member' };

const COMMENT_WORDS: Record<ChangeAction, string> = {
  CREATED: 'commented',
  UPDATED: 'changed a comment',
  DELETED: 'deleted a comment',
  RESTORED: 'restored a comment',
};

const PROJECT_WORDS: Record<Exclude<ChangeAction, 'UPDATED'>, string> = {
  CREATED: 'created the project',
  DELETED: 'deleted the project',
  RESTORED: 'restored the project',
};

const changeOf = (fields: HistoryLine['fields'], name: string): readonly [string, string] | null => {
  const change = fields[name];
  return Array.isArray(change) ? [String(change[0] ?? ''), String(change[1] ?? '')] : null;
};

const ofMember = ({ action, fields, subject, entityId, actor }: ActivityLine): Phrase => {
  const isOwn = actor?.id === entityId;
  const who = { strong: subject ?? 'somebody' };
  if (action === 'CREATED' || action === 'RESTORED') return isOwn ? ['joined the project'] : ['added ', who];
  if (action === 'DELETED') return isOwn ? ['left the project'] : ['removed ', who];
  const [, role] = changeOf(fields, 'role') ?? [];
  const word = ROLE_WORDS[PROJECT_ROLES.find((known) => known === role) ?? ''];
  return word === undefined ? ['changed the role of ', who] : ['made ', who, ` ${word}`];
};

const ofProject = ({ action, fields }: ActivityLine): readonly Phrase[] => {
  if (action !== 'UPDATED') return [[PROJECT_WORDS[action]]];
  const name = changeOf(fields, 'name');
  const phrases: Phrase[] = [
    ...(name ? [['renamed the project from ', { strong: name[0] }, ' to ', { strong: name[1] }]] : []),
    ...(fields.description ? [['changed the description of the project']] : []),
    ...(fields.color ? [['changed the color of the project']] : []),
  ];
  return phrases.length > 0 ? phrases : [['changed the project']];
};

/** What somebody did in a project, in words after their name. Of a task it says 'it': its title stands beside the words. */
export const activityPhrases = (line: ActivityLine, nameOf: (userId: string) => string): readonly Phrase[] => {
  switch (line.entity) {
    case 'TASK':
      return phrasesOf(line, nameOf);
    case 'COMMENT':
      return [[COMMENT_WORDS[line.action]]];
    case 'MEMBER':
      return [ofMember(line)];
    case 'PROJECT':
      return ofProject(line);
  }
};
