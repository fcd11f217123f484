"""Recipe for Spack 1.0 and later, from a checkout: warpshop has no public archive yet.

    spack repo create my-packages && mkdir -p my-packages/packages/warpshop
    cp packaging/spack/package.py my-packages/packages/warpshop/ && spack repo add my-packages
    spack dev-build warpshop@0.2.0 +simgrid
"""

from spack_repo.builtin.build_systems.cmake import CMakePackage, generator
from spack_repo.builtin.build_systems.cuda import CudaPackage

from spack.package import *


class Warpshop(CMakePackage, CudaPackage):
    """In which order, and shared how, should work run on a GPU, and how sure is that? Compares orders and ways of
    sharing by models of the GPU that are held against measurements."""

    license("MIT")

    version("0.2.0")

    variant("simgrid", default=True, description="Build the SimGrid event model beside the fast one")
    variant("mpi", default=False, description="Build warpshop-mpi, which sweeps on many nodes")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("yaml-cpp@0.7:")
    depends_on("fmt@9:")
    depends_on("cli11@2.1.2:")
    depends_on("nlohmann-json@3.11:")
    depends_on("zlib-api")
    depends_on("sqlite@3.31:")
    depends_on("simgrid@3.32", when="+simgrid")  # what it was tested with
    depends_on("mpi", when="+mpi")

    conflicts("%gcc@:11", msg="warpshop is C++20: g++ 12 or later")
    conflicts("cuda_arch=none", when="+cuda", msg="cuda_arch says which GPUs the program is compiled for")

    generator("ninja")

    def cmake_args(self):
        args = [
            self.define_from_variant("WARPSHOP_REPLAY", "simgrid"),
            self.define_from_variant("WARPSHOP_CUDA", "cuda"),
            self.define("CMAKE_DISABLE_FIND_PACKAGE_MPI", self.spec.satisfies("~mpi")),
        ]
        if self.spec.satisfies("+cuda"):
            args.append(self.define("WARPSHOP_CUDA_ARCHITECTURES", self.spec.variants["cuda_arch"].value))
        return args
