// Loaded together, after the rows.
export { ViewsMenu } from '../views/ViewsMenu';
export { DeleteTasks } from './DeleteTasks';
export { DeleteTasksDialog } from './DeleteTasksDialog';
export { TaskFilterSelects } from './TaskFilterSelects';
export { TitleEdit } from './TitleEdit';
