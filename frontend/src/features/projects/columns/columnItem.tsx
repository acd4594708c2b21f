import { ColumnIcon } from '../../../ui/StatusIcon';
import type { ProjectColumn } from './columnCache';

export const columnItem = ({ id, name, status, color }: ProjectColumn) => ({
  value: id,
  label: name,
  icon: <ColumnIcon status={status} color={color} />,
});
