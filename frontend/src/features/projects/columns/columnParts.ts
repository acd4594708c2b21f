// Loaded together, when an owner opens the menu of a column.
export { ColumnDialogs } from './ColumnDialogs';
export { ColumnMenu } from './ColumnMenu';
export { ColumnsMenu } from './ColumnsMenu';
