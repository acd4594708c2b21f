// Loaded together, when the first of them is opened.
export { CreateProjectDialog } from './CreateProjectDialog';
export { DeleteProjectDialog } from './DeleteProjectDialog';
export { DuplicateProjectDialog } from './DuplicateProjectDialog';
export { EditProjectDialog } from './EditProjectDialog';
export { InviteDialog } from './InviteDialog';
export { ProjectMenu } from './ProjectMenu';
export { TagsDialog } from './tags/TagsDialog';
export { RemoveMemberDialog } from './RemoveMemberDialog';
