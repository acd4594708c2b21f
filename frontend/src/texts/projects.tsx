import type { ReactNode } from 'react';
import { number, plural } from './format';

/** What the pages of projects say, and what is said the same way wherever two versions collide. */
export const projectsTexts = {
  title: 'Projects',
  about: 'Manage your projects and collaborate with your team.',
  none: { title: 'No projects', text: 'Get started by creating your first project.' },
  noneArchived: {
    title: 'No archived projects',
    text: 'Archive a project to keep it out of the way and still read it.',
  },
  /** Which of them are listed. */
  show: { label: 'Show', active: 'Active', archived: 'Archived' },
  trash: 'Trash',
  newProject: 'New Project',
  fetchFailed: 'Failed to fetch projects',
  card: {
    noDescription: 'No description provided',
    created: (day: string) => `Created ${day}`,
    open: (count: number) => `${number(count)} open`,
    overdue: (count: number) => `${number(count)} overdue`,
    view: 'View Project',
    viewNamed: (name: string) => `View Project ${name}`,
  },
  memberCount: (count: number) => plural(count, { one: `${number(count)} member`, other: `${number(count)} members` }),
  otherMembers: (count: number) => `+${number(count)}`,
  project: 'Project',
  /** Of a description that is longer than its place. */
  more: 'more',
  less: 'less',
  tabs: { board: 'Board', list: 'List', members: 'Members', activity: 'Activity' },
  missing: {
    title: 'Project not found',
    text: 'This project does not exist or you are not a member of it.',
    back: 'Back to Projects',
  },
  menu: {
    label: 'Project actions',
    edit: 'Edit project',
    archive: 'Archive project',
    unarchive: 'Unarchive',
    leave: 'Leave project',
    delete: 'Delete project',
  },
  archived: {
    badge: 'Archived',
    banner: 'This project is archived.',
    meaning: (isOwner: boolean) =>
      isOwner
        ? 'It can be read, but not changed.'
        : 'It can be read, but not changed. An owner can take it back from the archive.',
  },
  archive: { done: 'Project archived', failed: 'Failed to archive project' },
  unarchive: { done: 'Project is back from the archive', failed: 'Failed to unarchive project' },
  fields: { name: 'Name', description: 'Description', color: 'Color' },
  colors: {
    Spruce: 'Spruce',
    Gentian: 'Gentian',
    Clay: 'Clay',
    Ochre: 'Ochre',
    Heather: 'Heather',
    Tarn: 'Tarn',
    Moss: 'Moss',
    Rowan: 'Rowan',
  },
  currentColor: 'Current',
  /** A form opens with what was typed into it before. */
  draft: { restored: 'Draft restored', discard: 'Discard' },
  create: {
    title: 'Create New Project',
    submit: 'Create Project',
    done: 'Project created successfully',
    failed: 'Failed to create project',
  },
  edit: {
    title: 'Edit Project',
    submit: 'Save Changes',
    done: 'Project updated successfully',
    failed: 'Failed to update project',
  },
  delete: {
    title: 'Delete project?',
    text: (name: ReactNode) => (
      <>{name} goes with its board and all of its tasks, for every member. Its owners can restore it for 30 days.</>
    ),
    confirm: 'Delete project',
    done: 'Project deleted successfully',
    failed: 'Failed to delete project',
  },
  conflict: {
    title: 'Somebody changed this while you were writing',
    text: 'Nothing is lost. Choose what to keep.',
    yours: 'Yours',
    theirs: 'Theirs',
    empty: 'Empty',
    keepMine: 'Keep mine',
    takeTheirs: 'Take theirs',
    keepEditing: 'Keep editing',
  },
  members: {
    list: 'Members',
    fetchFailed: 'Failed to fetch the members',
    /** In place of the field for new people, for those who are no owners. */
    ownersAdd: 'Only owners can add people.',
    /** After the viewer's own name. */
    you: ' (you)',
    joined: (day: string) => `Joined ${day}`,
    roles: { OWNER: 'Owner', MEMBER: 'Member' },
    roleOf: (name: string) => `Role of ${name}`,
    roleChanged: (name: string, role: string) => `${name} is now ${role}`,
    roleFailed: 'Failed to change the role',
    lastOwner: 'You are the last owner. Make somebody else an owner first.',
    leave: 'Leave',
    remove: 'Remove',
    removeNamed: (name: string) => `Remove ${name}`,
  },
  leave: {
    title: 'Leave project?',
    text: () => 'You will no longer see this project. Tasks assigned to you in it will have no assignee.',
    confirm: 'Leave project',
    done: 'You left the project',
    failed: 'Failed to leave the project',
  },
  removeMember: {
    title: 'Remove member?',
    text: (name: string) =>
      `${name} will no longer see this project. Tasks assigned to them in it will have no assignee.`,
    confirm: 'Remove member',
    done: (name: string) => `${name} is no longer a member`,
    failed: 'Failed to remove the member',
  },
};
