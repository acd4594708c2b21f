import { Bell, KeyRound, ShieldCheck, Sun, TriangleAlert, type LucideIcon } from 'lucide-react';
import { settingsTexts } from '../texts/settings';

interface Section {
  id: string;
  label: string;
  icon: LucideIcon;
}

/** The parts of the settings in their order, as the list beside them names them. */
export const SECTIONS: readonly Section[] = [
  { id: 'appearance', label: settingsTexts.appearance.title, icon: Sun },
  { id: 'notifications', label: settingsTexts.notifications.title, icon: Bell },
  { id: 'password', label: settingsTexts.password.title, icon: KeyRound },
  { id: 'security', label: settingsTexts.security.title, icon: ShieldCheck },
  { id: 'danger', label: settingsTexts.danger.title, icon: TriangleAlert },
];
