import type { ReactNode } from 'react';
import {
  Bell,
  CircleUserRound,
  FolderClosed,
  FolderPlus,
  House,
  Keyboard,
  Link,
  ListChecks,
  LogOut,
  Monitor,
  Moon,
  PanelRight,
  Plus,
  Search,
  Settings,
  SquareKanban,
  Sun,
  Tag,
  Trash2,
  UserRound,
} from 'lucide-react';
import { PriorityIcon } from '../ui/PriorityIcon';
import { StatusIcon } from '../ui/StatusIcon';
import type { CommandId } from './shortcuts';

/** What stands before a command's words. */
export const COMMAND_ICONS: Partial<Record<CommandId, ReactNode>> = {
  newTask: <Plus />,
  newProject: <FolderPlus />,
  search: <Search />,
  help: <Keyboard />,
  goDashboard: <House />,
  goProjects: <FolderClosed />,
  goTasks: <ListChecks />,
  goBoard: <SquareKanban />,
  goProfile: <CircleUserRound />,
  goSettings: <Settings />,
  openTask: <PanelRight />,
  status: <StatusIcon status="IN_PROGRESS" className="text-ink-2!" />,
  priority: <PriorityIcon priority="HIGH" className="text-ink-2!" />,
  assignee: <UserRound />,
  tags: <Tag />,
  copyLink: <Link />,
  deleteTask: <Trash2 />,
  readAll: <Bell />,
  lightTheme: <Sun />,
  darkTheme: <Moon />,
  systemTheme: <Monitor />,
  signOut: <LogOut />,
};
