/** What a client or a template has said about something; members as the AWS SDK names them. */
export type Settings = Readonly<Record<string, unknown>>;

export type ChildKind = 'integrations' | 'routes' | 'stages';

/** An HTTP API with everything that belongs to it. */
export interface Api extends Record<ChildKind, Readonly<Record<string, Settings>>> {
  readonly id: string;
  /** On loopback, the API's own; kept, so that its address outlives a restart. */
  readonly port: number;
  /** Those it had before, when another program had taken its own. */
  readonly formerPorts?: readonly number[];
  readonly createdAt: number;
  readonly settings: Settings;
}

export interface CorsConfiguration {
  readonly AllowCredentials?: boolean;
  readonly AllowHeaders?: readonly string[];
  readonly AllowMethods?: readonly string[];
  readonly AllowOrigins?: readonly string[];
  readonly ExposeHeaders?: readonly string[];
  readonly MaxAge?: number;
}

export interface RouteSettings {
  readonly ThrottlingBurstLimit?: number;
  readonly ThrottlingRateLimit?: number;
}

export interface Stage {
  readonly StageName: string;
  readonly StageVariables?: Readonly<Record<string, string>>;
  readonly DefaultRouteSettings?: RouteSettings;
  readonly RouteSettings?: Readonly<Record<string, RouteSettings>>;
}

export interface Integration {
  readonly IntegrationUri: string;
  readonly TimeoutInMillis: number;
}
