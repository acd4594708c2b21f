import type { ChangeAction, ChangeEntity } from '../../contract/enums.js';
import { apiName, isMove } from '../write/changeLog.js';
import type { LoggedChange } from './changeSets.js';
import type { ProjectEvent } from './projectEvent.js';

/** A change of an event, with the API's names. */
export interface EventChange extends Omit<LoggedChange, 'entity' | 'action'> {
  entity: ChangeEntity;
  action: ChangeAction;
  /** The target project, if the object was moved to another one. */
  movedTo: string | null;
  event: ProjectEvent;
}

export const listEventChanges = (event: ProjectEvent): EventChange[] =>
  event.changes.map((change) => ({
    ...change,
    entity: apiName(change.entity),
    action: apiName(change.action),
    movedTo: change.action === 'deleted' && isMove(change) ? (change.fields['projectId']?.[1] as string) : null,
    event,
  }));
