import { useEffect } from 'react';
import { CommandLayer } from './CommandLayer';
import { useCommandState } from './CommandContext';
import { PANEL_MARK } from './keyRules';

/**
 * What commands open while a task's panel is open: as part of the panel, which holds the focus and would else take it for a
 * press beside itself.
 */
export const PanelCommands = ({ taskId }: { taskId: string }) => {
  const { panel, setPanel } = useCommandState();
  useEffect(() => {
    setPanel(taskId);
    return () => setPanel(null);
  }, [taskId, setPanel]);
  return (
    <span {...{ [PANEL_MARK]: '' }} className="hidden">
      {panel === taskId && <CommandLayer />}
    </span>
  );
};
