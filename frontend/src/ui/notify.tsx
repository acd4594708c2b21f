import { toast } from 'react-hot-toast/headless';
import { Button } from './Button';

/** A button of a toast. */
export interface ToastAction {
  label: string;
  onPress: () => void;
  /** The id of the toast, once it is shown. */
  toast?: string;
}

interface NotifyOptions {
  /** A button: 'Undo', 'Retry', 'View'. The toast closes when it is pressed. */
  action?: ToastAction;
  /** Replaces the toast with the same id; by default, equal messages share one toast. */
  id?: string;
  /** Stays until it is dismissed or replaced; for an operation in progress. */
  isLasting?: boolean;
}

/** How long each kind stays, in milliseconds. */
const DURATION = { success: 3000, error: 5000, info: 4000 } as const;
type Kind = keyof typeof DURATION;

const SHOW = { success: toast.success, error: toast.error, info: toast } as const;

const showToast =
  (kind: Kind) =>
  (message: string, { action, id = `${kind}:${message}`, isLasting = false }: NotifyOptions = {}): string => {
    const press = (): void => {
      toast.dismiss(id);
      action?.onPress();
    };
    if (action) action.toast = id;
    const content = (
      <>
        <span className="min-w-0 flex-1">{message}</span>
        {action && (
          <Button variant="ghost" size="sm" onClick={press}>
            {action.label}
          </Button>
        )}
      </>
    );
    return SHOW[kind](content, {
      id,
      duration: isLasting ? Infinity : DURATION[kind],
      ariaProps: {
        role: kind === 'error' ? 'alert' : 'status',
        'aria-live': kind === 'error' ? 'assertive' : 'polite',
      },
    });
  };

/** Shows a message at the top right. A message that is already shown restarts its time instead of appearing twice. */
export const notify = {
  success: showToast('success'),
  error: showToast('error'),
  info: showToast('info'),
  dismiss: (id?: string): void => toast.dismiss(id),
};
