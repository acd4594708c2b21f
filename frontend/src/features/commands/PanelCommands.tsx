import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { openTaskOf } from '../tasks/model/taskUrl';
import { CommandLayer } from './CommandLayer';
import { useCommandState } from './CommandProvider';
import { PANEL_MARK } from '../../lib/keyboard/layers';

/**
 * What commands open while a task's panel is open: as part of the panel, which holds the focus and would else take it for a
 * press beside itself.
 */
export const PanelCommands = ({ taskId }: { taskId: string }) => {
  const { panel, setPanel } = useCommandState();
  const { search } = useLocation();
  // What is opened while the panel goes away does not go with it.
  const isOpen = openTaskOf(search) === taskId;
  useEffect(() => {
    if (!isOpen) return undefined;
    setPanel(taskId);
    return () => setPanel(null);
  }, [isOpen, taskId, setPanel]);
  return (
    <span {...{ [PANEL_MARK]: '' }} className="hidden">
      {panel === taskId && <CommandLayer />}
    </span>
  );
};
