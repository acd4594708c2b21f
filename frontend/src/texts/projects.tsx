import type { ReactNode } from 'react';
import { msg, plural, t } from '@lingui/core/macro';
import { number } from './format';
import { rich } from './rich';

/** Texts of project pages, and of conflicts between two versions. */
export const projectsTexts = {
  title: t`Projects`,
  about: t`Manage your projects and collaborate with your team.`,
  none: { title: t`No projects`, text: t`Get started by creating your first project.` },
  noneArchived: {
    title: t`No archived projects`,
    text: t`Archived projects are hidden but stay readable.`,
  },
  /** The choice between active and archived projects. */
  show: { label: t`Show`, active: t`Active`, archived: t`Archived` },
  import: t`Import`,
  trash: t`Trash`,
  newProject: t`New Project`,
  invite: t`Invite people`,
  fetchFailed: t`Failed to fetch projects`,
  card: {
    noDescription: t`No description provided`,
    created: (day: string) => t`Created ${day}`,
    open: (count: number) => t`${{ count: number(count) }} open`,
    overdue: (count: number) => t`${{ count: number(count) }} overdue`,
    view: t`View Project`,
    viewNamed: (name: string) => t`View Project ${name}`,
  },
  memberCount: (count: number) => plural(count, { one: '# member', other: '# members' }),
  otherMembers: (count: number) => `+${number(count)}`,
  project: t`Project`,
  /** For a description that is longer than its space. */
  more: t`more`,
  less: t`less`,
  tabs: { board: t`Board`, list: t`List`, members: t`Members`, activity: t`Activity` },
  missing: {
    title: t`Project not found`,
    text: t`This project doesn’t exist or you don’t have access.`,
    back: t`Back to projects`,
  },
  menu: {
    label: t`Project actions`,
    edit: t`Edit project`,
    tags: t`Tags and colors`,
    share: t`Share by link`,
    duplicate: t`Duplicate project`,
    makeTemplate: t`Use as template`,
    unmakeTemplate: t`Stop using as template`,
    mute: t`Mute project`,
    unmute: t`Unmute project`,
    archive: t`Archive project`,
    unarchive: t`Unarchive`,
    leave: t`Leave project`,
    delete: t`Delete project`,
  },
  archived: {
    badge: t({ message: 'Archived', context: 'one project' }),
    meaning: (isOwner: boolean) => (isOwner ? t`It’s read-only.` : t`It’s read-only. An owner can unarchive it.`),
  },
  mute: {
    muted: t`Project muted. You’ll hear of mentions and assignments.`,
    unmuted: t`Project unmuted`,
    failed: t`Couldn’t change notifications of this project`,
  },
  /** Texts of templates. */
  template: {
    badge: t`Template`,
    banner: t`This project is a template.`,
    meaning: t`Its tasks aren’t in statistics, reminders, My Work or search.`,
    use: t`Create project`,
    label: t`Template`,
    none: t`No template`,
    made: t`Project is now a template`,
    unmade: t`Project is no longer a template`,
    failed: t`Failed to update project`,
  },
  duplicate: {
    title: t`Duplicate project`,
    submit: t`Duplicate`,
    done: t`Project duplicated`,
    failed: t`Failed to duplicate project`,
    nameOf: (name: string) => t`${name} (copy)`,
    what: t`Include`,
    parts: {
      tasks: t`Tasks`,
      checklists: t`Checklists`,
      files: t`Files`,
      comments: t`Comments`,
      members: t`Members`,
      views: t`My saved views`,
    },
    /** Below the parts. */
    reset: t`Completed tasks and checklist items become open.`,
    firstDay: t`First day`,
    firstDayHint: t`Moves all dates so that the earliest one falls on this day.`,
    notADay: t`Enter a day`,
  },
  /** Why a project can't be changed. */
  readOnly: {
    ARCHIVED: t`This project is archived.`,
    COMMENTER: t`You can view and comment on this project.`,
    VIEWER: t`You can view this project.`,
  },
  askForRole: t`To change it, ask an owner to make you a member.`,
  archive: { done: t`Project archived`, failed: t`Failed to archive project` },
  unarchive: { done: t`Project unarchived`, failed: t`Failed to unarchive project` },
  fields: {
    name: t`Name`,
    description: t`Description`,
    color: t`Color`,
    key: t({ message: 'Key', context: 'prefix of a project’s task keys' }),
  },
  keyHint: {
    create: t`Prefix of task keys, like HARB-12. Leave empty to base it on the name.`,
    edit: t`Prefix of task keys, like HARB-12. Old keys keep working.`,
  },
  colors: {
    Spruce: t`Spruce`,
    Gentian: t`Gentian`,
    Clay: t`Clay`,
    Ochre: t`Ochre`,
    Heather: t`Heather`,
    Tarn: t`Tarn`,
    Moss: t`Moss`,
    Rowan: t`Rowan`,
  },
  currentColor: t`Current`,
  /** Shown if a form opens with a draft. */
  draft: { restored: t`Draft restored`, discard: t`Discard` },
  create: {
    title: t`Create new project`,
    submit: t`Create project`,
    done: t`Project created successfully`,
    failed: t`Failed to create project`,
  },
  edit: {
    title: t`Edit project`,
    submit: t`Save changes`,
    done: t`Project updated successfully`,
    failed: t`Failed to update project`,
  },
  delete: {
    title: t`Delete project?`,
    text: (name: ReactNode) =>
      rich(msg`This deletes <name/> and all its tasks for everyone. Owners can restore it for 30 days.`, {
        name: <>{name}</>,
      }),
    confirm: t`Delete project`,
    done: t`Project deleted successfully`,
    failed: t`Failed to delete project`,
  },
  conflict: {
    title: t`Someone else edited this`,
    text: t`Choose which version to keep.`,
    yours: t`Yours`,
    theirs: t`Theirs`,
    empty: t`Empty`,
    keepMine: t`Keep mine`,
    takeTheirs: t`Take theirs`,
    keepEditing: t`Keep editing`,
  },
  members: {
    list: t`Members`,
    fetchFailed: t`Failed to fetch members`,
    /** Replaces the field for new people if the viewer is not an owner. */
    ownersAdd: t`Only owners can add people.`,
    notInExample: t`An example project is yours alone. Create a project to invite people.`,
    /** After the viewer's own name. */
    you: t` (you)`,
    joined: (day: string) => t`Joined ${day}`,
    rolesTitle: t`What roles can do`,
    roles: { OWNER: t`Owner`, MEMBER: t`Member`, COMMENTER: t`Commenter`, VIEWER: t`Viewer` },
    /** A description of each role, shown below its name. */
    roleMeaning: {
      OWNER: t`Can edit everything and manage members`,
      MEMBER: t`Can edit tasks and the project`,
      COMMENTER: t`Can view and comment`,
      VIEWER: t`Can view`,
    },
    roleOf: (name: string) => t`Role of ${name}`,
    roleChanged: (name: string, role: string) => t`${name} is now ${role}`,
    roleFailed: t`Couldn’t change the role`,
    lastOwner: t`You’re the last owner. Make someone else an owner first.`,
    leave: t`Leave`,
    remove: t`Remove`,
    removeNamed: (name: string) => t`Remove ${name}`,
  },
  leave: {
    title: t`Leave project?`,
    text: () => t`You’ll lose access to this project. Tasks assigned to you become unassigned.`,
    confirm: t`Leave project`,
    done: t`You left the project`,
    failed: t`Couldn’t leave the project`,
  },
  removeMember: {
    title: t`Remove member?`,
    text: (name: string) => t`${name} will lose access to this project. Tasks assigned to them become unassigned.`,
    confirm: t`Remove member`,
    done: (name: string) => t`${name} is no longer a member`,
    failed: t`Couldn’t remove the member`,
  },
};
