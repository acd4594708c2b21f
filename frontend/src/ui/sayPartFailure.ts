import { partFailure } from '../lib/partFailure';
import { uiTexts } from '../texts/ui';
import { notify } from './notify';

/** Says why a part could not be loaded where nothing can stand in the part's place. */
export const sayPartFailure = (): void => {
  // With a network it may be that the file is gone, and only a page load brings the new ones.
  const action = { label: uiTexts.reload, onPress: () => window.location.reload() };
  notify.error(partFailure(), navigator.onLine ? { action } : {});
};
