import { Bell, KeyRound, ShieldCheck, Sun, TriangleAlert, type LucideIcon } from 'lucide-react';

interface Section {
  id: string;
  label: string;
  icon: LucideIcon;
}

/** The parts of the settings in their order, as the list beside them names them. */
export const SECTIONS: readonly Section[] = [
  { id: 'appearance', label: 'Appearance', icon: Sun },
  { id: 'notifications', label: 'Notifications', icon: Bell },
  { id: 'password', label: 'Change Password', icon: KeyRound },
  { id: 'security', label: 'Security', icon: ShieldCheck },
  { id: 'danger', label: 'Danger Zone', icon: TriangleAlert },
];
