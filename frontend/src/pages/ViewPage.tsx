// The address of a saved view: redirects to its page.
import { Navigate, useParams } from 'react-router-dom';
import { errorText } from '../sync/client/errors';
import { viewsTexts as texts } from '../texts/views';
import { Button } from '../ui/Button';
import { EmptyState } from '../ui/EmptyState';
import { ErrorState } from '../ui/ErrorState';
import { LinkButton } from '../ui/LinkButton';
import { FullScreenSpinner } from '../ui/Spinner';
import { useViews, useViewWrites } from '../features/tasks/views/useViews';
import { addressOf } from '../features/tasks/views/views';

/** Redirects to a saved view's page, or shows that the view no longer exists. */
export const ViewPage = () => {
  const { id } = useParams();
  const { views, error, readAgain } = useViews(true);
  const { deleteView } = useViewWrites();
  if (!views) {
    return error ? (
      <ErrorState className="flex-1" message={errorText(error, texts.fetchFailed)} onRetry={readAgain} />
    ) : (
      <FullScreenSpinner />
    );
  }
  const view = views.find((each) => each.id === id);
  if (!view) {
    const { title, text, back } = texts.missing;
    return (
      <EmptyState
        className="flex-1"
        level={1}
        title={title}
        text={text}
        action={<LinkButton to="/tasks">{back}</LinkButton>}
      />
    );
  }
  if (!view.isProjectGone) return <Navigate to={addressOf(view)} replace />;
  return (
    <EmptyState
      className="flex-1"
      level={1}
      {...texts.projectGone}
      action={<Button onClick={() => void deleteView(view)}>{texts.delete}</Button>}
    />
  );
};
