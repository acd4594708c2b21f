import { ColumnIcon } from '../../../ui/StatusIcon';
import type { ProjectColumn } from './columnCache';

/** A column as an item of a select. */
export const columnItem = ({ id, name, status, color }: ProjectColumn) => ({
  value: id,
  label: name,
  icon: <ColumnIcon status={status} color={color} />,
});
