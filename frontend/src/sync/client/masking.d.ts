import type { GraphQLCodegenDataMasking } from '@apollo/client/masking';

declare module '@apollo/client' {
  // Generated fragment types are masked; this declares how the client unmasks them.
  export interface TypeOverrides extends GraphQLCodegenDataMasking.TypeOverrides {}
}
