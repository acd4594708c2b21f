import { useEffect } from 'react';
import { resolveValue, toast, useToaster, type Toast } from 'react-hot-toast/headless';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { uiTexts } from '../texts/ui';
import { IconButton } from './IconButton';

const KINDS = {
  success: { icon: CircleCheck, className: 'toast toast-success' },
  error: { icon: CircleAlert, className: 'toast toast-error' },
  other: { icon: Info, className: 'toast' },
} as const;

const ToastItem = ({ item }: { item: Toast }) => {
  const kind = KINDS[item.type === 'success' || item.type === 'error' ? item.type : 'other'];
  return (
    <div
      className={kind.className}
      data-leaving={item.visible ? undefined : ''}
      inert={!item.visible}
      {...item.ariaProps}
    >
      <kind.icon />
      {resolveValue(item.message, item)}
      <IconButton label={uiTexts.dismiss} size="sm" className="-ms-2" onClick={() => toast.dismiss(item.id)}>
        <X className="size-3.5 stroke-2" />
      </IconButton>
    </div>
  );
};

/** Shows the messages of `notify`: newest on top, at most twenty, paused on hover and focus. Mount it once. */
export const Toaster = () => {
  const { toasts, handlers } = useToaster({ removeDelay: 200 });
  const { startPause, endPause } = handlers;
  const anyShown = toasts.some((item) => item.visible);
  useEffect(() => {
    // A toast that is removed under the pointer sends no leave event, so the timers must be resumed here.
    if (!anyShown) endPause();
  }, [anyShown, endPause]);
  return (
    // The handlers only observe; pressing the region itself does nothing.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      aria-label={uiTexts.messages}
      // Also keeps it readable while a dialog hides the rest of the page from screen readers.
      aria-live="polite"
      className="toasts"
      // A press here must not move the focus, because the toast will disappear, and a dialog may hold the focus.
      onMouseDown={(event) => event.preventDefault()}
      onMouseEnter={startPause}
      onMouseLeave={endPause}
      onFocus={startPause}
      onBlur={endPause}
    >
      {toasts.map((item) => (
        <ToastItem key={item.id} item={item} />
      ))}
    </section>
  );
};
