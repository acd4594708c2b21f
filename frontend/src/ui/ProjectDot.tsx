import { projectColor } from '../lib/projectColor';

export const ProjectDot = ({ color }: { color: string }) => (
  <span aria-hidden="true" className="dot size-2 flex-none rounded-[3px]" style={{ background: projectColor(color) }} />
);
