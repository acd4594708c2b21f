import { Component, type ReactNode } from 'react';
import { errorPageTexts } from '../texts/errorPage';
import { Button } from '../ui/Button';

/** Replaces a page that crashed or could not be loaded, with a message and two buttons. */
export const ErrorPage = () => (
  <div role="alert" className="grid min-h-full flex-1 content-center justify-items-center gap-3 px-6 py-16 text-center">
    <h1 className="text-lg tracking-tight">{errorPageTexts.title}</h1>
    <p className="max-w-90 text-ink-3">{errorPageTexts.text}</p>
    <div className="mt-2 flex flex-wrap justify-center gap-2">
      <Button variant="primary" onClick={() => window.location.reload()}>
        {errorPageTexts.reload}
      </Button>
      {/* Loads the page completely, because the app's state may be the cause. */}
      <Button onClick={() => window.location.assign('/dashboard')}>{errorPageTexts.home}</Button>
    </div>
  </div>
);

interface ErrorBoundaryProps {
  /** Changes when another page is requested. The boundary then tries again. */
  resetKey?: string;
  children: ReactNode;
}

interface ErrorBoundaryState {
  failed: boolean;
  failedFor: string | undefined;
}

/** Shows the error page in place of a page that crashed. React logs the error itself. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false, failedFor: undefined };

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { failed: true };
  }

  static getDerivedStateFromProps(
    { resetKey }: ErrorBoundaryProps,
    { failed, failedFor }: ErrorBoundaryState,
  ): Partial<ErrorBoundaryState> | null {
    if (!failed) return { failedFor: resetKey };
    return failedFor === resetKey ? null : { failed: false, failedFor: resetKey };
  }

  override render(): ReactNode {
    return this.state.failed ? <ErrorPage /> : this.props.children;
  }
}
