"""GrpcSessionFactory: sessions at masters that are asked by gRPC."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow import errors
from aioflow._proto.distributed import master_pb2
from aioflow.distributed.client.certificates import credentials_for
from aioflow.distributed.client.grpc_session import GrpcSession
from aioflow.distributed.client.local_masters import local_master
from aioflow.distributed.client.remote_master import RemoteMaster
from aioflow.distributed.client.tokens import token_for
from aioflow.distributed.interfaces.master import MasterInterface
from aioflow.distributed.transport.grpc_transport import GrpcOptions, GrpcTransport
from aioflow.framework.devices.device_spec import DeviceSpec
from aioflow.session.session_factory import SessionFactory, SessionOptions
from aioflow.session.steps.step_options import read_options

_SECURE = "grpcs://"


class GrpcSessionFactory(SessionFactory):
    """Makes `GrpcSession`s for `grpc://host:port` and, over TLS, `grpcs://host:port`."""

    def accepts_options(self, options: SessionOptions) -> bool:
        """Whether the target is one of these addresses."""
        return options.target.startswith(("grpc://", _SECURE))

    def new_session(self, options: SessionOptions) -> GrpcSession:
        """A new session; nothing is sent.

        Raises:
            InvalidArgumentError: The target has no address, or a device filter is none.
        """
        address = _address(options.target)
        # Not left to the master: TensorFlow's does not outlive a filter that cannot be read.
        for text in options.config.device_filters:
            try:
                DeviceSpec.parse(text)
            except errors.InvalidArgumentError:
                raise errors.invalid_argument(f"Invalid device filter: {text}") from None
        transport = GrpcTransport(_grpc_options(options))

        def connect() -> MasterInterface:
            if not options.config.rpc_options.use_rpc_for_inprocess_master:
                here = local_master(address)
                if here is not None:
                    return here
            return RemoteMaster(transport.connect(address))

        return GrpcSession(options, connect)

    async def reset(self, options: SessionOptions, containers: Sequence[str]) -> None:
        """Has the master end all of its sessions, also those of others, and clear containers."""
        master = RemoteMaster(GrpcTransport(_grpc_options(options)).connect(_address(options.target)))
        request = master_pb2.ResetRequest(container=containers, device_filters=options.config.device_filters)
        try:
            await master.reset(request, read_options(None, options.config).timeout_s)
        finally:
            await master.close()


def _address(target: str) -> str:
    address = target.partition("://")[2]
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or not port.isascii() or len(port) > 5 or int(port) > 65535:
        raise errors.invalid_argument(f"Could not interpret {target!r} as a target: it has no host and port")
    return address


def _grpc_options(options: SessionOptions) -> GrpcOptions:
    rpc = options.config.rpc_options
    address = _address(options.target)
    return GrpcOptions(
        compression=rpc.compression_algorithm,
        num_channels=max(1, rpc.num_channels_per_target),
        shares_connections=not rpc.disable_session_connection_sharing,
        credentials=credentials_for(address) if options.target.startswith(_SECURE) else None,
        token=token_for(address),
    )
