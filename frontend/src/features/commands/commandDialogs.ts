// Loaded together, when the first of them is opened.
export { CommandMenu } from './CommandMenu';
export { QuickMenu } from './QuickMenu';
export { ShortcutHelp } from './ShortcutHelp';
