import { Link, useLocation } from 'react-router-dom';

/** A link between the doors; the place to go to after sign-in travels along. */
export const DoorLink = ({ to, children }: { to: string; children: string }) => {
  const { state } = useLocation();
  return (
    <Link to={to} state={state} className="rounded-xs font-medium text-accent-ink underline-offset-2 hover:underline">
      {children}
    </Link>
  );
};

/** The same for a sentence that has its own words for the link. */
export const doorLink = (to: string) => (words: string) => <DoorLink to={to}>{words}</DoorLink>;
