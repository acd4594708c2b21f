import { lazyComponent } from '../../../ui/lazyComponent';

/** Loaded only where the server has a provider. */
export const ProviderButton = lazyComponent(() => import('./ProviderButton'), 'ProviderButton', {
  words: ['provider'],
});
