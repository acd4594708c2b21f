import { useApolloClient } from '@apollo/client/react';
import { reportError } from '../../../sync/client/errors';
import { runWrite } from '../../../sync/writes/runWrite';
import { columnItem } from '../../projects/columns/columnItem';
import { columnOf } from '../../projects/columns/columnOf';
import { useCustomColumns } from '../../projects/columns/useCustomColumns';
import { tasksTexts } from '../../../texts/tasks';
import { Select } from '../../../ui/Select';
import { moveTask } from '../writes/moveTask';
import { findOpenTasks, reportDone } from '../writes/reportDone';
import { ChoiceProperty } from './ChoiceProperties';
import { Property, type TaskEditProps } from './Property';

/** The status or, in a project with its own columns, the column, which implies the status. */
export const StatusProperty = (props: TaskEditProps) => {
  const { task, disabled, onSaved } = props;
  const client = useApolloClient();
  const columns = useCustomColumns([task.project.id]);
  if (columns.length === 0) return <ChoiceProperty name="status" {...props} />;
  const move = (columnId: string): void => {
    const open = findOpenTasks(client.cache, [task.id]);
    runWrite(client, moveTask, { id: task.id, columnId }).then(
      ({ isQueued, mutationId }) => {
        if (isQueued) return;
        reportDone(client.cache, open, tasksTexts.update.done(1), mutationId);
        onSaved?.();
      },
      (error: unknown) => reportError(error, { fallback: tasksTexts.update.failed(1) }),
    );
  };
  return (
    <Property label={tasksTexts.fields.status}>
      <Select
        look="quiet"
        value={columnOf(columns, task, ({ id }) => id)?.id ?? ''}
        onValueChange={move}
        items={columns.map(columnItem)}
        disabled={disabled}
      />
    </Property>
  );
};
