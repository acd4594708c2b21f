import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { openTaskOf } from '../tasks/model/taskUrl';
import { CommandLayer } from './CommandLayer';
import { useCommandState } from './CommandProvider';
import { PANEL_ATTRIBUTE } from '../../lib/keyboard/layers';

/**
 * The layers that commands open while a task's panel is open. They are inside the panel, which holds the focus and
 * would otherwise treat a press in them as outside.
 */
export const PanelCommands = ({ taskId }: { taskId: string }) => {
  const { panel, setPanel } = useCommandState();
  const { search } = useLocation();
  // A dialog that is opened while the panel closes stays open.
  const isOpen = openTaskOf(search) === taskId;
  useEffect(() => {
    if (!isOpen) return undefined;
    setPanel(taskId);
    return () => setPanel(null);
  }, [isOpen, taskId, setPanel]);
  return (
    <span {...{ [PANEL_ATTRIBUTE]: '' }} className="hidden">
      {panel === taskId && <CommandLayer />}
    </span>
  );
};
