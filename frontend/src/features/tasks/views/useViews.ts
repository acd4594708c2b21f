import { useEffect } from 'react';
import type { ApolloCache } from '@apollo/client';
import { useApolloClient, useMutation } from '@apollo/client/react';
import { errorText } from '../../../sync/client/errors';
import { newId } from '../../../sync/client/mutationId';
import type { UpdateViewInput } from '../../../sync/client/schema.generated';
import { usePageQuery } from '../../../sync/client/usePageQuery';
import { viewsTexts } from '../../../texts/views';
import { notify } from '../../../ui/notify';
import {
  DeleteViewDocument,
  SaveViewDocument,
  UpdateViewDocument,
  ViewsDocument,
  type SavedViewFragment,
} from './Views.generated';

/** The channel that makes other tabs of this browser show the same views. */
const CHANNEL = 'cairn-views';
const notifyOtherTabs = (): void => {
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no such parameter
  channel.postMessage(null);
  channel.close();
};

const changeViews = (
  cache: ApolloCache,
  change: (views: readonly SavedViewFragment[]) => readonly SavedViewFragment[],
): void => {
  cache.updateQuery({ query: ViewsDocument }, (data) => data && { views: [...change(data.views)] });
};

/** Returns the viewer's saved views; null until they are loaded. */
export const useViews = (wanted: boolean) => {
  const { data, error, readAgain } = usePageQuery(ViewsDocument, { skip: !wanted });
  useEffect(() => {
    if (!wanted) return undefined;
    const channel = new BroadcastChannel(CHANNEL);
    const again = (): void => void readAgain();
    channel.addEventListener('message', again);
    // Changes from another device.
    const onBack = (): void => {
      if (document.visibilityState === 'visible') again();
    };
    document.addEventListener('visibilitychange', onBack);
    return () => {
      channel.close();
      document.removeEventListener('visibilitychange', onBack);
    };
  }, [wanted, readAgain]);
  return { views: data?.views ?? null, error, readAgain };
};

/** The saved fields of a view. */
export type ViewToSave = Omit<
  SavedViewFragment,
  '__typename' | ' $fragmentName' | 'id' | 'isProjectGone' | 'filter'
> & {
  filter: NonNullable<UpdateViewInput['filter']>;
};

const withoutType = ({ __typename, ...filter }: SavedViewFragment['filter']): ViewToSave['filter'] => filter;

/** Saves, changes and deletes views; each reports its error. */
export const useViewWrites = () => {
  const { cache } = useApolloClient();
  const [save] = useMutation(SaveViewDocument);
  const [update] = useMutation(UpdateViewDocument);
  const [remove] = useMutation(DeleteViewDocument);

  /** Returns the new view; throws the server's refusal. */
  const saveView = async (view: ViewToSave, mutationId = newId()): Promise<SavedViewFragment | undefined> => {
    const { data } = await save({ variables: { input: { ...view, mutationId } } });
    const saved = data?.saveView.view;
    if (!saved) return undefined;
    changeViews(cache, (views) => [...views.filter(({ id }) => id !== saved.id), saved]);
    notifyOtherTabs();
    return saved;
  };
  const updateView = async (input: Omit<UpdateViewInput, 'mutationId'>): Promise<void> => {
    await update({ variables: { input: { ...input, mutationId: newId() } } });
    notifyOtherTabs();
  };
  const deleteView = async (view: SavedViewFragment): Promise<boolean> => {
    try {
      await remove({ variables: { input: { id: view.id, mutationId: newId() } } });
    } catch (error) {
      notify.error(errorText(error, viewsTexts.failed));
      return false;
    }
    changeViews(cache, (views) => views.filter(({ id }) => id !== view.id));
    notifyOtherTabs();
    const { name, projectId, orderBy, groupBy, layout, filter } = view;
    const again = { name, projectId, orderBy, groupBy, layout, filter: withoutType(filter) };
    notify.success(viewsTexts.deleted(name), {
      action: {
        label: viewsTexts.undo,
        onPress: () =>
          void saveView(again).catch((error: unknown) => notify.error(errorText(error, viewsTexts.failed))),
      },
    });
    return true;
  };
  return { saveView, updateView, deleteView };
};
