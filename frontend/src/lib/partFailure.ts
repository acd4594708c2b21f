import { graphqlTexts } from '../texts/graphql';
import { uiTexts } from '../texts/ui';

/** Why a part of the app could not be loaded, as far as the browser knows. */
export const partFailure = (): string => (navigator.onLine ? uiTexts.partFailed : graphqlTexts.networkError);
