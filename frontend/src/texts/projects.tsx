import type { ReactNode } from 'react';
import { number, plural } from './format';

/** What the pages of projects say, and what is said the same way wherever two versions collide. */
export const projectsTexts = {
  title: 'Projects',
  about: 'Manage your projects and collaborate with your team.',
  none: { title: 'No projects', text: 'Get started by creating your first project.' },
  noneArchived: {
    title: 'No archived projects',
    text: 'Archived projects are hidden but stay readable.',
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
    text: 'This project doesn’t exist or you don’t have access.',
    back: 'Back to projects',
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
    meaning: (isOwner: boolean) => (isOwner ? 'It’s read-only.' : 'It’s read-only. An owner can unarchive it.'),
  },
  archive: { done: 'Project archived', failed: 'Failed to archive project' },
  unarchive: { done: 'Project unarchived', failed: 'Failed to unarchive project' },
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
    title: 'Create new project',
    submit: 'Create project',
    done: 'Project created successfully',
    failed: 'Failed to create project',
  },
  edit: {
    title: 'Edit project',
    submit: 'Save changes',
    done: 'Project updated successfully',
    failed: 'Failed to update project',
  },
  delete: {
    title: 'Delete project?',
    text: (name: ReactNode) => (
      <>This deletes {name} and all its tasks for everyone. Owners can restore it for 30 days.</>
    ),
    confirm: 'Delete project',
    done: 'Project deleted successfully',
    failed: 'Failed to delete project',
  },
  conflict: {
    title: 'Someone else edited this',
    text: 'Choose which version to keep.',
    yours: 'Yours',
    theirs: 'Theirs',
    empty: 'Empty',
    keepMine: 'Keep mine',
    takeTheirs: 'Take theirs',
    keepEditing: 'Keep editing',
  },
  members: {
    list: 'Members',
    fetchFailed: 'Failed to fetch members',
    /** In place of the field for new people, for those who are no owners. */
    ownersAdd: 'Only owners can add people.',
    /** After the viewer's own name. */
    you: ' (you)',
    joined: (day: string) => `Joined ${day}`,
    roles: { OWNER: 'Owner', MEMBER: 'Member' },
    roleOf: (name: string) => `Role of ${name}`,
    roleChanged: (name: string, role: string) => `${name} is now ${role}`,
    roleFailed: 'Couldn’t change the role',
    lastOwner: 'You’re the last owner. Make someone else an owner first.',
    leave: 'Leave',
    remove: 'Remove',
    removeNamed: (name: string) => `Remove ${name}`,
  },
  leave: {
    title: 'Leave project?',
    text: () => 'You’ll lose access to this project. Tasks assigned to you become unassigned.',
    confirm: 'Leave project',
    done: 'You left the project',
    failed: 'Couldn’t leave the project',
  },
  removeMember: {
    title: 'Remove member?',
    text: (name: string) => `${name} will lose access to this project. Tasks assigned to them become unassigned.`,
    confirm: 'Remove member',
    done: (name: string) => `${name} is no longer a member`,
    failed: 'Couldn’t remove the member',
  },
};
