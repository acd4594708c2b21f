import type { ReactNode } from 'react';
import { PageHeading } from '../../projects/PageHeading';
import { pageEdge } from '../../projects/pageClass';

interface WorkHeadingProps {
  title: string;
  text: string;
  /** Actions, at the right. */
  children: ReactNode;
}

/** The header of a full-width page: all tasks, or the board. */
export const TasksPageHeader = ({ children, ...rest }: WorkHeadingProps) => (
  <PageHeading {...rest} action={children} className={`${pageEdge} pb-3 md:pb-4`} />
);
