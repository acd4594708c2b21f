import { lazyComponent, lazyDialog, RenderNothing } from '../../ui/lazyComponent';

const load = () => import('./projectDialogs');

export const CreateProjectDialog = lazyDialog(load, 'CreateProjectDialog');
export const DeleteProjectDialog = lazyDialog(load, 'DeleteProjectDialog');
export const DuplicateProjectDialog = lazyDialog(load, 'DuplicateProjectDialog');
export const EditProjectDialog = lazyDialog(load, 'EditProjectDialog');
export const InviteDialog = lazyDialog(load, 'InviteDialog');
export const RemoveMemberDialog = lazyDialog(load, 'RemoveMemberDialog');
export const ShareDialog = lazyDialog(() => import('./sharing/ShareDialog'), 'ShareDialog');
export const TagsDialog = lazyDialog(load, 'TagsDialog');
export const ProjectMenu = lazyComponent(load, 'ProjectMenu', { Failed: RenderNothing });
